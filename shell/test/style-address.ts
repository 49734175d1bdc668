/** Replaces the address of every file that the shell imports as a URL: style sheets, fonts and pictures. */
export default '/releases/shell/abcdefgh234567ab/platform.css';
