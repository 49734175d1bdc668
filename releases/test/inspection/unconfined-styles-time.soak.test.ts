import { unconfinedStyles } from '../../src/inspection/unconfined-styles.ts';

test.each([
  ...['.orders-a-a1{color:red}', 'p{}', 'a:hover{b:c;d:e{f:g}}', '{', '(', ':is(', '@media print{', '.a{--b:(', '"\n', '\\', '\\61 ', 'é', '1e'].map((css) => ['', css, '']),
  ...['/*', 'url(', 'url(a b', ',', ' ', '@', '}', '& ~ '].map((css) => ['', css, '']),
  ['.orders-a{--a:', '{}', '}'],
  ['.orders-a{', 'b:{}', '}'],
  ['.orders-a', ',p', '{}'],
  [':is(', 'p,', 'p){}'],
  ['@layer ', 'a,', 'a;'],
  ['.orders-a{}', '@media print{.orders-a{p{}}}', ''],
])('takes time in proportion to the size: %j and many %j', (start = '', repeated = '', end = '') => {
  const [small, large] = [60_000, 480_000].map((bytes) => Buffer.from(start + repeated.repeat(Math.floor(bytes / Buffer.byteLength(repeated))) + end));
  // Eight times the size: quadratic work would take 64 times as long. Below some milliseconds, other work of the process counts.
  // Other processes only ever slow an attempt, so the shortest of several attempts counts. The first ones run unoptimised code.
  const times = { small: Math.min(...[1, 2, 3].map(() => processorTime(small))), large: processorTime(large) };
  const ratio = () => times.large / Math.max(times.small, 10);
  for (let attempt = 1; attempt < 5 && ratio() >= 25; attempt += 1) {
    times.small = Math.min(times.small, processorTime(small));
    times.large = Math.min(times.large, processorTime(large));
  }
  expect(ratio()).toBeLessThan(25);
});

/** Milliseconds of processor time that the inspection of a style sheet takes. */
function processorTime(content = Buffer.alloc(0)): number {
  const before = process.cpuUsage();
  unconfinedStyles({ name: 'orders', kind: 'page-module' }, new Map([['big.css', content]]));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
