/** The doctor's checks of the clock, and of the address where people reach the installation. */
import { type Answer, ask, Unreachable } from './ask.ts'
import { type Check, type Finding, unchecked, well, wrong } from './check.ts'

/** Stripe's signatures and single sign-on fail if the clock is off by more. */
const MOST_OFF_S = 60

/** Returns how a clock compares with another one that was read at `at`. */
export const clockFinding = (other: string, theirs: Date, at: Date): Finding => {
  const off = Math.round((at.getTime() - theirs.getTime()) / 1000)
  if (Math.abs(off) <= MOST_OFF_S) return well(`Within ${MOST_OFF_S} seconds of ${other}.`)
  return wrong(
    `${Math.abs(off)} seconds ${off > 0 ? 'ahead of' : 'behind'} ${other}.`,
    'Turn on time synchronization on both machines: timedatectl set-ntp true',
  )
}

/** Compares the clock with the HTTP date of a service. `service` is one of those that are set up. */
export const checkClock = (service: string | undefined): Check => ({
  about: 'Clock',
  look: async (signal) => {
    if (service === undefined) return [unchecked('No outside service is set up to compare it with.')]
    const { host } = new URL(service)
    const answer: Answer | undefined = await ask(service, { signal }).catch((error: unknown) => {
      if (error instanceof Unreachable) return undefined
      throw error
    })
    return [answer?.date ? clockFinding(host, answer.date, new Date()) : unchecked(`${host} doesn't say what time it is.`)]
  },
})

type Reached = { publicAddress: string | undefined; isHttps: boolean; trustedProxies: readonly string[] }

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

export const checkAddress = ({ publicAddress, isHttps, trustedProxies }: Reached): Check => ({
  about: 'Address',
  look: async (signal) => {
    if (publicAddress === undefined) return [unchecked('PUBLIC_ADDRESS is not set, so TLS and the proxy are not checked.')]
    const { protocol, hostname } = new URL(publicAddress)
    const found: Finding[] = []
    if (protocol === 'http:' && !LOCAL.test(hostname))
      found.push(
        wrong(
          'PUBLIC_ADDRESS is http, so anyone on the way can read passwords.',
          'Put a proxy with a certificate in front (deploy/Caddyfile), and set PUBLIC_ADDRESS to its https address.',
        ),
      )
    if (protocol === 'https:' && !isHttps) found.push(wrong('PUBLIC_ADDRESS is https, but HTTPS is not set.', 'Set HTTPS=true.'))
    if (protocol === 'https:' && trustedProxies.length === 0)
      found.push(
        wrong(
          'PUBLIC_ADDRESS needs a proxy, but TRUSTED_PROXIES is not set, so all people share the limits of one.',
          "Set TRUSTED_PROXIES to the proxy's address, such as 127.0.0.1.",
        ),
      )
    try {
      const { status } = await ask(`${publicAddress}/api/health/live`, { signal })
      found.push(
        status === 200
          ? well(`${publicAddress} reaches Firstbell${protocol === 'https:' ? ', and its certificate is valid' : ''}.`)
          : wrong(
              `${publicAddress} answers with status ${status}, and not as Firstbell does.`,
              'Start the server, and let the proxy forward everything to it.',
            ),
      )
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      const isCertificate = /CERT|TLS|SSL|SIGNATURE|ISSUER/.test(error.message)
      found.push(
        isCertificate
          ? wrong(
              `The certificate of ${publicAddress} isn't valid (${error.message}).`,
              "Renew the proxy's certificate, with its intermediate certificates.",
            )
          : wrong(`${publicAddress} doesn't respond (${error.message}).`, 'Start the server and the proxy, and check the DNS entry.'),
      )
    }
    return found
  },
})
