/** What we need of Google: to know who somebody is, and the files of Drive that they pick. The real one is open-google.ts. */

/** Where and how Google is reached. */
export type GoogleSettings = {
  clientId: string
  clientSecret: string
  /** https://accounts.google.com, or a stand-in. */
  issuer: string
  /** What the file picker needs; undefined where no files are picked. */
  picker: { apiKey: string; appId: string } | undefined
}

/** Whom Google vouches for. */
export type GooglePerson = {
  /** Google's own id for them, which never changes. */
  sub: string
  /** In lower case; Google has made sure that it is theirs. */
  email: string
  name: string | null
}

/** One round to Google, kept in the browser that makes it until it comes back. */
export type GoogleRound = { state: string; nonce: string; codeVerifier: string; redirectUri: string }

/** Every call ends within ten seconds, and fails with {@link GoogleFailed}. */
export type Google = {
  /** Where people sign in, to which a call may send them. */
  readonly origin: string
  /** What the file picker needs; undefined where no files are picked. */
  readonly picker: { apiKey: string; appId: string; scriptUrl: string } | undefined
  /** Returns the address to go to. With `drive`, the files that the person picks are asked for, for later too. */
  addressOf: (round: GoogleRound, wish: { drive: boolean; email?: string | undefined }) => Promise<string>
  /** Returns who has come back, with what opens their Drive where that was granted. `address` is the whole one that Google sent the browser to. */
  arrival: (round: GoogleRound, address: URL) => Promise<{ person: GooglePerson; driveRefreshToken: string | undefined }>
  /** Returns a token that lives for minutes; undefined where the person has closed their Drive to us. */
  driveToken: (refreshToken: string) => Promise<string | undefined>
  /** Has Google forget that a Drive was opened to us; one that is forgotten already is no failure. */
  closeDrive: (refreshToken: string) => Promise<void>
}

/** Why a round or a call failed: Google is not there or broken, or what came is not what it should be, or the person said no. */
export class GoogleFailed extends Error {
  override name = 'GoogleFailed'
  readonly reason: 'away' | 'refused'
  constructor(reason: 'away' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
