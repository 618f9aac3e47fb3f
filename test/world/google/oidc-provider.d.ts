/** The parts of oidc-provider that the stand-in uses. The package doesn't include types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Stored = { accountId?: string; grantId?: string; scope?: string; [more: string]: unknown }
  type Model = { find: (id: string) => Promise<Stored | undefined> }
  export type Context = {
    path: string
    status: number
    body: unknown
    type: string
    headers: Record<string, string | undefined>
    oidc?: {
      route?: string
      params?: Record<string, string | undefined>
      result?: { [more: string]: unknown }
      client: { clientId: string }
      session: { accountId: string }
      entities: Record<string, Stored | undefined>
    }
  }
  export type Interaction = { uid: string; params: Record<string, string | undefined> }

  export class Provider {
    constructor(issuer: string, configuration: object)
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
    on(event: string, listener: (context: Context, error: Error) => void): void
    readonly AccessToken: Model
    readonly Grant: new (of: {
      clientId: string
      accountId: string
    }) => { addOIDCScope: (scope: string) => void; save: () => Promise<string> }
  }
  export const interactionPolicy: {
    Prompt: new (of: { name: string; requestable: boolean }, ...checks: object[]) => object
    Check: new (reason: string, description: string, check: (context: Context) => boolean) => object
  }
}
