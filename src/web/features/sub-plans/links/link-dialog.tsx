import { CircleCheck, Copy, Eye, FileDown, Link2Off, Plus } from 'lucide-react'
import { useState } from 'react'
import type { SubLink } from '#shared/sub-links/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { turnOffLink, useChangeLink, useIsMine } from '#web/features/sub-links/data.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useQuestion } from '#web/ui/use-question.tsx'
import { LinkDays } from './link-days.tsx'
import { LinkParts } from './link-parts.tsx'
import { datesWords, shownAddress } from './link-words.ts'
import { Openings } from './openings.tsx'
import { QrPicture } from './qr-picture.tsx'
import { SeeItDialog } from './see-it-dialog.tsx'
import { copyLink } from './share-link.ts'
import { useLinkPdf } from './use-link-pdf.ts'

const COPY = <Copy className="size-4" />
const PDF = <FileDown className="size-4" />
const SEE = <Eye className="size-4" />
const NEW = <Plus className="size-4" />
const OFF = <Link2Off className="size-4" />
const APPLIED = <CircleCheck className="size-4 text-note" />

/** The address of a link with its state, and the button that copies it. */
const Address = ({ link: { url, state, madeBy } }: { link: SubLink }) => (
  <div className="flex gap-2 max-sm:flex-col">
    <div className="flex min-h-10 min-w-0 flex-1 items-center gap-2 rounded-control border border-line bg-paper px-3 py-1 touch:min-h-11">
      {url ? (
        <code className="min-w-0 flex-1 text-label wrap-anywhere select-all">{shownAddress(url)}</code>
      ) : (
        <span className="min-w-0 flex-1 text-ink-soft">
          {state === 'open' ? `Only ${madeBy.name} has the address` : 'It opens nothing now'}
        </span>
      )}
      <StatusBadge status={state} />
    </div>
    {url && (
      <Button variant="solid" icon={COPY} className="h-10! touch:h-11!" onClick={() => void copyLink(url)}>
        Copy link
      </Button>
    )}
  </div>
)

/** The link as a QR code, its plan as a PDF, and the page itself. */
const OnPaper = ({ link }: { link: SubLink }) => {
  const [isSeen, setIsSeen] = useState(false)
  const pdf = useLinkPdf()
  if (!link.url) return null
  return (
    <section className="mb-4 flex items-center gap-4 rounded-card border border-line bg-surface p-3.5 max-[360px]:flex-col">
      <QrPicture address={link.url} className="size-[112px] shrink-0 rounded-lg" />
      <div className="min-w-0 flex-1">
        <h3 className="font-text text-control font-semibold tracking-normal">On paper and on screen</h3>
        <p className="mb-2.5 text-caption text-ink-soft">Scan the code to open the plan.</p>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={PDF} busy={pdf.isPending} onClick={() => pdf.mutate(link)}>
            PDF
          </Button>
          <Button size="sm" icon={SEE} onClick={() => setIsSeen(true)}>
            See it
          </Button>
        </div>
      </div>
      {isSeen && <SeeItDialog url={link.url} days={datesWords(link.dates)} onClose={() => setIsSeen(false)} />}
    </section>
  )
}

/** Says whose link it is if the user can't change it here. */
const Fixed = ({ link: { madeBy, teacher }, isMine }: { link: SubLink; isMine: boolean }) => (
  <p className="text-ink-soft">
    {isMine
      ? `It shows ${teacher.name}’s days. To change it, view ${teacher.name}’s calendar.`
      : `${madeBy.name} made this link. Only they can change it. You can turn it off.`}
  </p>
)

type LinkViewProps = {
  link: SubLink
  /** The calendar of the link's days. Undefined for days of another teacher than the one on screen, which can't be changed here. */
  calendar: CalendarRef | undefined
  /** The name of the teacher, or undefined for the user's own days. */
  of: string | undefined
  /** False if the teacher doesn't share student notes with the user. */
  hasStudentNotes: boolean
}

/** A link with its days, parts and openings. Changes apply right away. */
export const LinkView = ({ link, calendar, of, hasStudentNotes }: LinkViewProps) => {
  const isMine = useIsMine()(link)
  const change = useChangeLink()
  const isFixed = !isMine || !calendar || link.state !== 'open'
  return (
    <div className="grid gap-x-7 gap-y-5 md:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="grid min-w-0 content-start gap-4">
        <Address link={link} />
        {(!isMine || !calendar) && <Fixed link={link} isMine={isMine} />}
        {calendar && (
          <>
            <LinkDays link={link} calendar={calendar} disabled={isFixed} onChange={(body) => change({ id: link.id, body })} />
            <LinkParts
              include={link.include}
              of={of}
              hasStudentNotes={hasStudentNotes}
              disabled={isFixed}
              onChange={(include) => change({ id: link.id, body: { include } })}
            />
          </>
        )}
      </div>
      <div className="min-w-0">
        <OnPaper link={link} />
        <Openings link={link} />
      </div>
    </div>
  )
}

/** Asks, turns a link off, and offers a new one. `onNew` is undefined if the user can't make one of the same days. */
export const useTurnOff = (onNew: ((dates: readonly string[]) => void) | undefined) => {
  const { ask, question } = useQuestion()
  const turnOff = async ({ id, dates }: SubLink, onOff?: () => void) => {
    const isDone = await report(() => turnOffLink(id), {
      failed: (reason) => ({ title: 'Failed to turn off the link', description: reason }),
    })
    if (!isDone) return
    onOff?.()
    showToast({
      tone: 'success',
      title: 'Link turned off',
      description: 'It opens nothing now. A new link is a new address.',
      ...(onNew && { action: { label: 'Make a new link', onPress: () => onNew(dates) } }),
    })
  }
  const askFirst = (link: SubLink, onOff?: () => void) =>
    ask({
      title: 'Turn off this link?',
      description: 'Phones that opened it delete their copy when they are next online. You can’t turn it on again.',
      confirmLabel: 'Turn off link',
      destructive: true,
      onConfirm: () => void turnOff(link, onOff),
    })
  return { askFirst, question }
}

type LinkFootProps = {
  link: SubLink
  /** Makes another link, or undefined if the dialog has no days for one. */
  onNew: (() => void) | undefined
  isMaking: boolean
  onTurnOff: () => void
  onClose: () => void
}

export const LinkFoot = ({ link, onNew, isMaking, onTurnOff, onClose }: LinkFootProps) => {
  const isMine = useIsMine()(link)
  return (
    <>
      {link.state === 'open' && (
        <Button variant="danger" icon={OFF} className="-ml-3 phone:ml-0" onClick={onTurnOff}>
          Turn off link
        </Button>
      )}
      <span className="flex flex-1 items-center justify-end gap-1.5 text-label text-ink-soft phone:order-first phone:basis-full phone:justify-start">
        {link.state === 'open' && isMine && <>{APPLIED} Changes apply right away</>}
      </span>
      {onNew && (
        <Button icon={NEW} busy={isMaking} className="phone:flex-auto" onClick={onNew}>
          New link
        </Button>
      )}
      <Button className="phone:flex-auto" onClick={onClose}>
        Done
      </Button>
    </>
  )
}
