/** Of a browser and the system that it runs on, what its user agent gives away. */
type Device = { browser: string | undefined; system: string | undefined }

type Sign = readonly [name: string, pattern: RegExp]

/** The first that fits counts: browsers claim to be those that they descend from. */
const BROWSERS: readonly Sign[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUC ?Browser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/\S+ .*\bSafari\//],
]

const SYSTEMS: readonly Sign[] = [
  ['KaiOS', /\bKAIOS\//],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** What somebody would call the device, from what its browser says of itself; that is a claim, not a proof. */
export function parseUserAgent(userAgent: string | null): Device {
  const named = (signs: readonly Sign[]) => signs.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0]
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}
