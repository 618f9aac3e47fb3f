import { CircleAlert, CircleCheck, ClipboardList, Copy, Eye, FileDown, Mail, Share } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatTime } from '#shared/dates.ts'
import type { SubLink } from '#shared/sub-links/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { datesWords, endWords, momentWords, openedWords, shownAddress } from '#web/features/sub-plans/links/link-words.ts'
import { QrPicture } from '#web/features/sub-plans/links/qr-picture.tsx'
import { canShare, copyLink, shareLink } from '#web/features/sub-plans/links/share-link.ts'
import { useLinkPdf } from '#web/features/sub-plans/links/use-link-pdf.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'

const icon = (Icon: typeof Mail, look = '') => <Icon className={`size-[17px] shrink-0 ${look}`} />
const [COPY, PDF, SHARE] = [icon(Copy), icon(FileDown), icon(Share)]
const [MAIL, EYE, REPORT] = [icon(Mail), icon(Eye), icon(ClipboardList)]
const DONE = <CircleCheck className="mt-px size-[22px] shrink-0 text-note" />
const NOT_SENT = <CircleAlert className="mt-px size-[22px] shrink-0 text-brass-ink" />

const Row = ({ icon: sign, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <div className="flex min-h-[42px] items-center gap-2.5 py-1.5">
    <dt className="flex flex-1 items-center gap-2.5 text-ink-soft">
      {sign} {label}
    </dt>
    <dd className="text-right font-semibold">{children}</dd>
  </div>
)

/** Says first that the plan is on its way, or why the mail isn't. Receives the focus, because the button that led here is gone. */
const Outcome = ({ title, children }: { title: string; children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <h3 className="text-large">{title}</h3>
      <div className="text-ink-soft">{children}</div>
    </div>
  )
}

type YoureSetProps = {
  link: SubLink
  officeEmail: string
  /** Whether the server can mail the link to the office. */
  canMail: boolean
  /** Why the mail to the office wasn't sent, or undefined. */
  problem: string | undefined
}

const outcomeOf = ({ link: { sentAt }, officeEmail, canMail, problem }: YoureSetProps, timeOf: (instant: string) => string) => {
  if (problem !== undefined)
    return { isSent: false, title: 'The mail wasn’t sent', text: `${problem} The link works, so you can share it yourself.` }
  if (sentAt)
    return {
      isSent: true,
      title: `Sent to the office, ${timeOf(sentAt)}`,
      text: `${officeEmail || 'The office'} gets the link and the PDF. That’s all you need to do.`,
    }
  if (canMail) return { isSent: false, title: 'Not sent yet', text: 'The link works, but the office doesn’t have it.' }
  return { isSent: true, title: 'Your link is ready', text: 'Share it with the office or the substitute, or save the PDF.' }
}

/** What was sent, the link as a code and an address, and what has arrived. */
export const YoureSet = (props: YoureSetProps) => {
  const { link, problem } = props
  const { timezone, preferences } = useUser()
  const now = useNow()
  const today = useToday(timezone)
  const pdf = useLinkPdf()
  const timeOf = (instant: string) => momentWords(instant, now, { timezone, timeFormat: preferences.timeFormat })
  const { isSent, title, text } = outcomeOf(props, timeOf)
  const [latest] = link.openings
  const { url } = link
  return (
    <div className="grid gap-4">
      <div className="flex gap-3">
        {isSent ? DONE : NOT_SENT}
        <Outcome title={title}>{text}</Outcome>
      </div>
      {url && (
        <section aria-label="Link" className="grid justify-items-center gap-2 rounded-card border border-line bg-surface p-4 text-center">
          <QrPicture address={url} className="w-[196px] max-w-full rounded-lg" />
          <code className="text-label font-semibold wrap-anywhere select-all">{shownAddress(url)}</code>
          <p className="max-w-[38ch] text-caption text-ink-soft">
            {datesWords(link.dates)}. Anyone who has this link can read the plan, without signing in, until{' '}
            {formatTime('23:59', preferences.timeFormat)} {endWords(link.endsOn, today)}.
          </p>
        </section>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] gap-2.5">
        {url && canShare() && (
          <Button icon={COPY} className="h-12!" onClick={() => void copyLink(url)}>
            Copy link
          </Button>
        )}
        <Button icon={PDF} className="h-12!" busy={pdf.isPending} onClick={() => pdf.mutate(link)}>
          Save PDF
        </Button>
      </div>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-3.5 text-control">
        <Row icon={MAIL} label="Email to the office">
          {link.sentAt && problem === undefined ? `Sent ${timeOf(link.sentAt)}` : 'Not sent'}
        </Row>
        <Row icon={EYE} label="Link">
          {latest ? `${openedWords(link.openingCount)}, ${timeOf(latest.at)}` : openedWords(link.openingCount)}
        </Row>
        <Row icon={REPORT} label="Report">
          {link.include.report ? 'Comes to your planner' : 'Not asked for'}
        </Row>
      </dl>
    </div>
  )
}

/** Opens the device's share sheet, or copies where there is none. The one solid button unless the link is to be sent first. */
export const ShareButton = ({ url, variant = 'solid' }: { url: string; variant?: 'solid' | 'outline' }) =>
  canShare() ? (
    <Button variant={variant} size="lg" icon={SHARE} className="w-full" onClick={() => void shareLink(url)}>
      Share the link
    </Button>
  ) : (
    <Button variant={variant} size="lg" icon={COPY} className="w-full" onClick={() => void copyLink(url)}>
      Copy link
    </Button>
  )
