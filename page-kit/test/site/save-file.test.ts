import { downloadFile, saveFile } from '../../src/site/site.ts';

/** Files that the browser was asked to download: the address and the name. */
let downloads: (readonly [address: string, name: string])[] = [];

beforeEach(() => {
  downloads = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push([this.href, this.download]);
  });
  Object.assign(URL, { createObjectURL: jest.fn(() => 'blob:content'), revokeObjectURL: jest.fn() });
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('saves content under its name, and releases it once the browser has read it', () => {
  jest.useFakeTimers();
  const content = new Blob(['a,b'], { type: 'text/csv' });
  saveFile(content, 'notes.csv');
  expect(URL.createObjectURL).toHaveBeenCalledWith(content);
  expect(downloads).toEqual([['blob:content', 'notes.csv']]);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  jest.runAllTimers();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:content');
});

test('downloads a file from its address', () => {
  downloadFile('https://files.example/plan.pdf', 'plan.pdf');
  expect(downloads).toEqual([['https://files.example/plan.pdf', 'plan.pdf']]);
});
