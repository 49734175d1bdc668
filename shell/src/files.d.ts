declare module '*.css';

/** The URL of a style sheet that is a file of its own. */
declare module '*.css?url' {
  const address: string;
  export default address;
}

/** The URL of a font. */
declare module '*.woff2' {
  const address: string;
  export default address;
}

/** The URL of a picture. */
declare module '*.webp' {
  const address: string;
  export default address;
}
