/** Replaces the address of every `css?url` import. */
export default '/releases/shell/abcdefgh234567ab/platform.css';
