/** Stands for every CSS module: a class has its own name, so that tests can go by it where there is no better way. */
const classNames: Readonly<Record<string, string>> = new Proxy<Record<string, string>>({}, { get: (_, name) => (name === '__esModule' ? undefined : String(name)) });

export default classNames;
