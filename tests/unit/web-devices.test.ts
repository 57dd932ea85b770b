import { expect, test } from 'bun:test'
import { parseUserAgent } from '../../public/app/lib/auth/devices'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${ANDROID} Chrome/128.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${ANDROID} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  [`${ANDROID} Chrome/128.0.0.0 Mobile Safari/537.36 EdgA/128.0.0.0`, 'Edge', 'Android'],
  [`${ANDROID} Version/4.0 Chrome/100.0.0.0 UCBrowser/13.4.0.1306 Mobile Safari/537.36`, 'UC Browser', 'Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'Firefox', 'Android'],
  ['Mozilla/5.0 (Mobile; LYF/F90M; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'Firefox', 'KaiOS'],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`${IPHONE} CriOS/128.0.6613.98 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  [`${IPHONE} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
  [`${IPHONE.replaceAll('iPhone', 'iPad')} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPad'],
  [`${WINDOWS} Chrome/128.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${WINDOWS} Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0`, 'Edge', 'Windows'],
  [`${WINDOWS} Chrome/127.0.0.0 Safari/537.36 OPR/113.0.0.0`, 'Opera', 'Windows'],
  [`${WINDOWS} Chrome/126.0.0.0 Safari/537.36 Vivaldi/6.8`, 'Vivaldi', 'Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/128.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/128.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
])('%s', (userAgent, browser, system) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system })
})

test.each(['curl/8.9.1', 'Operator/1', 'Safari', '', null])('of %j nothing is claimed', (userAgent) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser: undefined, system: undefined })
})

test('a system that is known beside a program that is not', () => {
  expect(parseUserAgent('Dalvik/2.1.0 (Linux; U; Android 14)')).toEqual({ browser: undefined, system: 'Android' })
})
