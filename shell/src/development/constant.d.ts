/** Whether this is the shell's development build (shellDevelopmentConfig in page-kit). The build puts the value in its place. */
declare const ATRIUM_DEVELOPMENT: boolean;
