import ipaddr from 'ipaddr.js'

/**
 * The network that an address stands for where calls are counted: an IPv4 address itself, of an IPv6 address the /64,
 * which one customer is given whole. What is no address stands for itself.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  // An IPv4 address that came over an IPv6 socket is an IPv4 address.
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** The network that is written down of a sign-in, which says roughly where from and not from which house: an IPv4 /24, an IPv6 /48; null of what is no address. */
export const wideNetworkOf = (address: string): string | null => {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return `${parsed.toString().replace(/\.\d+$/, '')}.0/24`
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`
}
