import { Check, Eye, Link2, Link2Off, Printer, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { formatTime } from '#shared/dates.ts'
import type { SubLink } from '#shared/sub-links/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { useLinks } from '#web/features/sub-links/data.ts'
import { AwayNote, NO_STUDENT_NOTES } from '#web/features/sub-plans/away-note.tsx'
import { useTurnOff } from '#web/features/sub-plans/links/link-dialog.tsx'
import { datesWords, endWords } from '#web/features/sub-plans/links/link-words.ts'
import { LinksDialogPart } from '#web/features/sub-plans/links/links-part.ts'
import { SeeItDialog } from '#web/features/sub-plans/links/see-it-dialog.tsx'
import { runCommand } from '#web/lib/input/commands.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { DayChips } from './day-chips.tsx'
import { EmergencyPlans } from './emergency-plans.tsx'
import { OfficeEmail, OfficeFields } from './office-fields.tsx'
import { Readiness } from './readiness.tsx'
import { lessonsWords } from './typed-gaps.ts'
import { type Outcome, problemOf, useOutToday } from './use-out-today.ts'
import { ShareButton, YoureSet } from './youre-set.tsx'

const SEE = <Eye className="size-4" />
const TICK = <Check className="size-4 shrink-0 text-note" />
const PRINTER = <Printer className="size-[19px]" />
const SEND = <Send className="size-[19px]" />
const LINK = <Link2 className="size-[19px]" />
const OFF = <Link2Off className="size-4" />

type Choices = ReturnType<typeof useOutToday>

/** What is missing, or why the days couldn't be checked. */
const Checked = ({ choices: { dates, readiness } }: { choices: Choices }) => {
  const { fields, typed, type, save, there, calendar, isLoaded, error, isFetching, refetch, areDaysOff } = readiness
  if (error && !isLoaded)
    return <ErrorState title="Couldn’t check these days" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
  if (!isLoaded) return <LoadingRows label="Checking the days…" />
  if (areDaysOff) return <p className="text-ink-soft">{`${datesWords(dates)}: no school. There’s nothing to teach.`}</p>
  return <Readiness fields={fields} typed={typed} there={there} mayEdit={calendar.mayEdit} onType={type} onSave={() => void save()} />
}

/** What the link's page will contain, with the student notes' switch. */
const Contents = ({ choices }: { choices: Choices }) => {
  const { readiness, studentNotes, setStudentNotes, isGuest, isAway, lacksNotes, busy, see, seen, unsee, dates, plan } = choices
  const lines = [
    plan !== undefined && `The emergency plan “${plan.name}”`,
    readiness.lessons > 0 && `${lessonsWords(readiness.lessons)} in full${isAway ? '' : ', with files'}`,
    'Emergency card and your instructions',
  ].filter((line) => line !== false)
  return (
    <section aria-labelledby="contents" className="rounded-card border border-line bg-surface px-3.5 py-3">
      <div className="flex min-h-[30px] items-center justify-between gap-2">
        <h3 id="contents" className="text-large">
          What they will see
        </h3>
        {!isGuest && !isAway && (
          <Button variant="ghost" size="sm" icon={SEE} className="-my-2 -mr-2 text-brand!" busy={busy === 'see'} onClick={() => void see()}>
            See it
          </Button>
        )}
      </div>
      <ul className="mt-1 mb-2.5 grid gap-1.5">
        {lines.map((line) => (
          <li key={line} className="flex items-center gap-2.5">
            {TICK} {line}
          </li>
        ))}
      </ul>
      <div className="border-t border-line pt-2.5">
        {lacksNotes ? (
          <p className="text-ink-soft">{NO_STUDENT_NOTES}</p>
        ) : (
          <Switch
            label="Student notes"
            description={isAway ? 'Only on what you print now' : 'Only for this link, only while it’s open'}
            checked={studentNotes}
            className="w-full flex-row-reverse justify-between"
            onChange={setStudentNotes}
          />
        )}
      </div>
      {seen?.url && <SeeItDialog url={seen.url} days={datesWords(dates)} onClose={unsee} />}
    </section>
  )
}

/** The button that sends the plan, or prints it if there is no network. It is never locked by what is missing. */
const SendButton = ({ choices, onClose }: { choices: Choices; onClose: () => void }) => {
  const { canMail, hasMail, isGuest, isAway, busy, send, print, dates, today } = choices
  if (isAway)
    return (
      <div className="grid w-full gap-2.5">
        <AwayNote>Sending and links need the network. You can print the plan now, with what you typed.</AwayNote>
        <Button variant="solid" size="lg" icon={PRINTER} className="w-full" onClick={() => void print()}>
          Print the plan
        </Button>
      </div>
    )
  if (isGuest)
    return (
      <div className="grid w-full gap-2">
        <p className="text-ink-soft">Sign up to send a link. Your planner comes along. You can print the plan without it.</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="solid" className="flex-1" onClick={() => navigate(SIGN_UP_ADDRESS)}>
            Sign up
          </Button>
          <Button
            className="flex-1"
            onClick={() => {
              onClose()
              runCommand('sub-plans', dates[0])
            }}
          >
            Print the plan
          </Button>
        </div>
      </div>
    )
  const ends = `The link ends ${endWords([...dates].sort().at(-1) ?? today, today)}.`
  return (
    <div className="w-full text-center">
      <Button variant="solid" size="lg" icon={canMail ? SEND : LINK} busy={busy === 'send'} className="w-full" onClick={() => void send()}>
        {canMail ? 'Send to the office' : 'Make the link'}
      </Button>
      <p className="mt-1.5 text-caption text-ink-soft">
        {canMail ? `Link, QR code and PDF. ${ends}` : `${hasMail ? 'Without an office email, you' : 'You'} share it next. ${ends}`}
      </p>
    </div>
  )
}

const Form = ({ choices }: { choices: Choices }) => {
  const { readiness, dates, setDates, today, message, setMessage, classroom, hasMail } = choices
  return (
    <div className="grid gap-4">
      <DayChips calendar={readiness.calendar} today={today} dates={dates} onDates={setDates} />
      <Checked choices={choices} />
      {!choices.isGuest && <EmergencyPlans chosen={choices.plan} onChoose={choices.setPlan} />}
      <Contents choices={choices} />
      <Field label="A word for today (optional)">
        {(wiring) => (
          <TextArea {...wiring} rows={1} maxLength={2000} value={message} onChange={(event) => setMessage(event.target.value)} />
        )}
      </Field>
      {/* It gets the link, which needs the network. */}
      {!choices.isAway && <OfficeFields lines={classroom} hasMail={hasMail} mayEdit={readiness.calendar.mayEdit} />}
    </div>
  )
}

type LeaveProps = { choices: Choices; onClose: () => void }

/** The link that was made, and what became of it. */
const SetDialog = ({ choices, outcome, link, onClose }: LeaveProps & { outcome: Outcome; link: SubLink }) => {
  const { readiness, classroom, startOver, sendAgain, busy, canMail, hasMail } = choices
  const [isChanging, setIsChanging] = useState(false)
  const { askFirst, question } = useTurnOff(undefined)
  const problem = problemOf(link, outcome)
  const isUnsent = problem !== undefined || !link.sentAt
  const isNext = canMail && isUnsent && problem === undefined
  const again = canMail && isUnsent && (
    <Button
      {...(isNext && { variant: 'solid', size: 'lg', icon: SEND, className: 'mb-2.5 w-full' })}
      busy={busy === 'send'}
      onClick={() => void sendAgain(link)}
    >
      {isNext ? 'Send to the office' : 'Try again'}
    </Button>
  )
  return (
    <Dialog
      onClose={onClose}
      title={isNext ? 'Your link' : 'You’re set'}
      footer={
        link.url && (
          <div className="w-full text-center">
            {isNext && again}
            <ShareButton url={link.url} variant={isNext ? 'outline' : 'solid'} />
            <p className="mt-1.5 text-caption text-ink-soft">For a text to the substitute or a colleague.</p>
          </div>
        )
      }
    >
      <YoureSet link={link} officeEmail={classroom.classroom.officeEmail} canMail={canMail} problem={problem} />
      {hasMail && isUnsent && readiness.calendar.mayEdit && !classroom.school?.officeEmail && (
        <div className="mt-3">
          <OfficeEmail lines={classroom} />
        </div>
      )}
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {!isNext && again}
        <Button onClick={() => setIsChanging(true)}>Change what they see</Button>
        <Button variant="danger" icon={OFF} onClick={() => askFirst(link, startOver)}>
          Turn off link
        </Button>
      </div>
      {question}
      <Suspense>
        {isChanging && (
          <LinksDialogPart calendar={readiness.calendar} linkId={link.id} dates={link.dates} onClose={() => setIsChanging(false)} />
        )}
      </Suspense>
    </Dialog>
  )
}

/** A link that was turned off or ended after the dialog opened, or one that can't be loaded. */
const NoLink = ({ choices, link, onClose }: LeaveProps & { link: SubLink | undefined }) => {
  const { data, error, isFetching, refetch } = useLinks()
  const gone = (
    <EmptyState
      icon={LINK}
      title={link?.state === 'ended' ? 'This link has ended' : 'This link is off'}
      description="Nobody can open it now. A new link is a new address."
      action={
        <Button variant="solid" onClick={choices.startOver}>
          Start over
        </Button>
      }
    />
  )
  return (
    <Dialog onClose={onClose} title="I’m out today">
      {data ? (
        gone
      ) : error ? (
        <ErrorState title="Couldn’t load the link" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows label="Loading the link…" />
      )}
    </Dialog>
  )
}

type OutTodayDialogProps = {
  /** A link that was made for these days already. The dialog then begins with what became of it. */
  linkId?: string | undefined
  onClose: () => void
}

/** "I'm out today": chooses the days, takes what is missing, and sends the plan to the office. Then shows what was sent. */
export const OutTodayDialog = ({ linkId, onClose }: OutTodayDialogProps) => {
  const { timeFormat } = useUser().preferences
  const { data: links } = useLinks()
  const choices = useOutToday(linkId)
  const { outcome, readiness, message, close, keepTyped, hasUnsaved } = choices
  const leave = () => {
    close()
    onClose()
  }
  if (outcome) {
    const link = links?.find(({ id }) => id === outcome.linkId)
    if (link?.state === 'open') return <SetDialog choices={choices} outcome={outcome} link={link} onClose={leave} />
    return <NoLink choices={choices} link={link} onClose={leave} />
  }
  return (
    <Dialog
      onClose={leave}
      unsaved={{
        isChanged: hasUnsaved,
        message: message.trim() === '' ? 'Some of your text isn’t saved.' : 'Your word for today isn’t sent.',
        onSave: message.trim() === '' ? () => void keepTyped().then((isKept) => isKept && leave()) : undefined,
      }}
      title="I’m out today"
      description={readiness.first && `First lesson at ${formatTime(readiness.first, timeFormat)}`}
      footer={<SendButton choices={choices} onClose={leave} />}
    >
      <Form choices={choices} />
    </Dialog>
  )
}
