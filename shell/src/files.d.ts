declare module '*.css';

/** The URL of a style sheet that is a file of its own. */
declare module '*.css?url' {
  const address: string;
  export default address;
}
