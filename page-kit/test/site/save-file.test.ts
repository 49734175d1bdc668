import { downloadFile, saveFile } from '../../src/site/site.ts';

/** Files that the browser was asked to download: the address and the name. */
let downloads: (readonly [address: string, name: string])[] = [];

/** Addresses of content in memory that are still valid. */
const addresses = new Set<string>();

beforeEach(() => {
  downloads = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push([this.href, this.download]);
  });
  Object.assign(URL, {
    createObjectURL: ({ size }: Blob) => {
      const address = `blob:content-of-${String(size)}-bytes`;
      addresses.add(address);
      return address;
    },
    revokeObjectURL: (address: string) => addresses.delete(address),
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('saves content under its name, and releases it once the browser has read it', () => {
  jest.useFakeTimers();
  saveFile(new Blob(['a,b'], { type: 'text/csv' }), 'notes.csv');
  expect(downloads).toEqual([['blob:content-of-3-bytes', 'notes.csv']]);
  expect([...addresses]).toEqual(['blob:content-of-3-bytes']);
  jest.runAllTimers();
  expect([...addresses]).toEqual([]);
});

test('downloads a file from its address', () => {
  downloadFile('https://files.example/plan.pdf', 'plan.pdf');
  expect(downloads).toEqual([['https://files.example/plan.pdf', 'plan.pdf']]);
});
