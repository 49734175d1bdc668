/** Stands for the address of any style sheet that is a file of its own. */
export default '/releases/shell/abcdefgh234567ab/platform.css';
