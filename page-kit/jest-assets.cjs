/** Transforms a picture or a font for Jest: the import is the file's name, where a build has its URL. */
module.exports = {
  process: (_source, file) => ({ code: `module.exports = { __esModule: true, default: ${JSON.stringify(file.split(/[\\/]/).at(-1))} };` }),
};
