/** Class names of a CSS module by the names in its file. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}

/** The URL of a file in the release. */
declare module '*.avif' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.gif' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.ico' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.jpeg' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.jpg' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.png' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.svg' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.webp' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.woff' {
  const url: string;
  export default url;
}

/** The URL of a file in the release. */
declare module '*.woff2' {
  const url: string;
  export default url;
}
