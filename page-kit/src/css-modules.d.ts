/** Class names of a CSS module by the names in its file. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}
