import { deviceName, readDevice } from '../../src/security/device.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${WINDOWS} ${CHROME}`, 'Chrome on Windows', 'computer'],
  [`${WINDOWS} ${CHROME} Edg/142.0.0.0`, 'Edge on Windows', 'computer'],
  [`${WINDOWS} ${CHROME} OPR/124.0.0.0`, 'Opera on Windows', 'computer'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`, 'Safari on macOS', 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux', 'computer'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', 'Chrome on ChromeOS', 'computer'],
  [`${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari on iOS', 'phone'],
  [`${IPHONE} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`, 'Chrome on iOS', 'phone'],
  [`${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iOS', 'phone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1', 'Safari on iPadOS', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36', 'Chrome on Android', 'phone'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36', 'Samsung Internet on Android', 'tablet'],
  ['curl/8.14.1', 'Unknown device', 'computer'],
  ['<b>Bank</b> (Windows)', 'Windows', 'computer'],
  [null, 'Unknown device', 'computer'],
])('%s', (userAgent, name, kind) => {
  const device = readDevice(userAgent);
  expect(deviceName(device)).toBe(name);
  expect(device.kind).toBe(kind);
});
