import ipaddr from 'ipaddr.js'

/**
 * Returns the network that an address is counted under: the IPv4 address itself, or the /64 of an IPv6 address, because providers assign a
 * whole /64 to one customer. Returns anything that isn't an IP address unchanged.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  // An IPv4 address that arrived over an IPv6 socket counts as IPv4.
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/**
 * Returns the network stored with a sign-in: an IPv4 /24 or an IPv6 /48, which shows a rough location but doesn't identify the household.
 * Returns null if the input isn't an IP address.
 */
export const wideNetworkOf = (address: string): string | null => {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return `${parsed.toString().replace(/\.\d+$/, '')}.0/24`
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`
}
