import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FORGOT_ADDRESS } from '#shared/addresses.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LonePage } from '#web/ui/lone-page.tsx'
import { useConfirmAddress, useConfirmOffice, useUnsubscribe } from './data.ts'
import { ResetForm } from './reset-form.tsx'

type Purpose = 'reset' | 'confirm' | 'office' | 'unsubscribe'

/** Parses a link from an email. The token is in the fragment, so that it's never sent to servers, logs, or other sites. */
const linkIn = (hash: string): { purpose: Purpose; token: string } | null => {
  const [, purpose, token] = /^#(reset|confirm|office|unsubscribe)=(.+)$/.exec(hash) ?? []
  return purpose && token ? { purpose: purpose as Purpose, token: decodeURIComponent(token) } : null
}

const TITLES: Record<Purpose, string> = {
  reset: 'Set a new password',
  confirm: 'Confirm your email',
  office: 'Confirm your office’s email',
  unsubscribe: 'Stop tips and news?',
}

const Toward = () => <ButtonLink href="/dashboard">Open my planner</ButtonLink>
/** Side by side, or one below the other as wide as a phone. */
const Actions = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-2 phone:flex-col">{children}</div>

const Said = ({ tone, children }: { tone: 'status' | 'alert'; children: ReactNode }) => (
  <div className="grid gap-6">
    <p role={tone}>{children}</p>
    <Actions>
      <Toward />
    </Actions>
  </div>
)

const Confirming = ({ token }: { token: string }) => {
  const { mutate, isSuccess, error } = useConfirmAddress()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate(token)
  }, [mutate, token])
  if (error) return <Said tone="alert">{error.message}</Said>
  return <Said tone="status">{isSuccess ? 'Thanks! Your email is confirmed.' : 'One moment...'}</Said>
}

/** Asks for a click, because scanners open links in mail too, and would confirm an address that nobody reads. */
const ConfirmingOffice = ({ token }: { token: string }) => {
  const { mutate, isPending, isSuccess, error } = useConfirmOffice()
  if (isSuccess) return <p role="status">Thanks! Substitute plans from your school’s teachers will come to this address.</p>
  return (
    <div className="grid gap-6">
      <p>When a teacher at your school is out, Firstbell mails the substitute’s plan to this address.</p>
      {error && (
        <p role="alert" className="font-medium text-blocked">
          {error.message}
        </p>
      )}
      <Actions>
        <Button variant="solid" busy={isPending} onClick={() => mutate(token)}>
          Confirm this email
        </Button>
      </Actions>
    </div>
  )
}

/** Asks for a click first, because email scanners open links, too. */
const Unsubscribing = ({ token }: { token: string }) => {
  const { mutate, isPending, isSuccess, error } = useUnsubscribe()
  if (isSuccess)
    return (
      <Said tone="status">
        You’re unsubscribed. You’ll still get emails about your account. You can change this anytime in Preferences.
      </Said>
    )
  return (
    <div className="grid gap-6">
      <p>You’ll still get emails about your account, such as password resets and payments.</p>
      {error && (
        <p role="alert" className="font-medium text-blocked">
          {error.message}
        </p>
      )}
      <Actions>
        <Button variant="solid" busy={isPending} onClick={() => mutate(token)}>
          Unsubscribe
        </Button>
        <ButtonLink href="/">Keep getting them</ButtonLink>
      </Actions>
    </div>
  )
}

/** After a reload. The page has no more than the address, and the link isn't in it anymore. */
const NoLink = () => (
  <div className="grid gap-6">
    <p role="status">For your safety, this page doesn’t keep the link. Go back to the email and press its button.</p>
    <Actions>
      <Toward />
      <ButtonLink href={FORGOT_ADDRESS} variant="ghost">
        Forgot your password?
      </ButtonLink>
    </Actions>
  </div>
)

/** The target page of links in emails. Removes the token from the address bar before anything else. */
export const MailPage = () => {
  const [link, setLink] = useState(() => linkIn(window.location.hash))
  useEffect(() => {
    const clean = () => window.history.replaceState(window.history.state, '', window.location.pathname)
    clean()
    // Opening another emailed link in this tab only changes the hash and doesn't reload the page.
    const follow = () => {
      const next = linkIn(window.location.hash)
      if (!next) return
      clean()
      setLink(next)
    }
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  const title = link ? TITLES[link.purpose] : 'Open the link in your email again'
  usePageTitle(title)
  return (
    <LonePage className="justify-items-center">
      <div className="grid w-full max-w-[460px] gap-2 rounded-dialog border border-line bg-surface p-8 shadow-card max-sm:p-5">
        <h1 className="text-heading-large leading-tight">{title}</h1>
        {link === null && <NoLink />}
        {link?.purpose === 'reset' && <ResetForm key={link.token} token={link.token} />}
        {link?.purpose === 'confirm' && <Confirming key={link.token} token={link.token} />}
        {link?.purpose === 'office' && <ConfirmingOffice key={link.token} token={link.token} />}
        {link?.purpose === 'unsubscribe' && <Unsubscribing key={link.token} token={link.token} />}
      </div>
    </LonePage>
  )
}
