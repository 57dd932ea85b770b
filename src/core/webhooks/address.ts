import { config } from '../../config'
import { connectableAddressWithin, type UrlFault, urlFaultWithin } from '../../lib/outgoing/address'

/** What is wrong with the URL of a webhook, as far as it shows without looking its host up. */
export const urlFault = (text: string): UrlFault | undefined => urlFaultWithin(text, config.webhookPrivateNetworks)

/** The address to connect to. @throws AddressRefused, or an error of the look-up */
export const connectableAddress = (url: URL, look?: Parameters<typeof connectableAddressWithin>[2]): Promise<string> =>
  connectableAddressWithin(url, config.webhookPrivateNetworks, look)
