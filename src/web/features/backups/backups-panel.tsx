import { CircleAlert, CircleCheck, CircleMinus, CircleX, Clock, DatabaseBackup, Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Backup, Backups } from '#shared/backups/contract.ts'
import { RETENTION } from '#shared/retention.ts'
import { Instant } from '#web/features/people/instant.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf, report } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { durationWords, failedProofOf, lastProofOf, sizeWords, timesWords } from './backup-words.ts'
import { useBackups, useCreateBackup, useDownloadBackup } from './data.ts'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-label font-medium text-ink-soft">{label}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
)

/** Facts about the backups: schedule, retention, location, and the last restore test. */
const Facts = ({ kept }: { kept: Backups }) => {
  const { nextAt, timeZone, folder, promise, backups, areProved, times, kept: most, second } = kept
  const isDaily = times.length === 1
  const scheduled = backups.filter(({ kind }) => kind === 'daily').length
  const proved = lastProofOf(kept)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3.5 border-y border-line py-4 small:grid-cols-1">
      <Fact label="Schedule">
        Automated {isDaily && 'daily '}backups run {timesWords(times)} on the server’s clock ({timeZone}).
        {nextAt && (
          <>
            {' '}
            Next, in your time: <Instant at={nextAt} />.
          </>
        )}
      </Fact>
      <Fact label="Kept">
        We keep the last {most} {isDaily ? 'daily' : 'automated'} backups ({scheduled} so far), and the last {RETENTION.manualBackups}{' '}
        manual ones for {RETENTION.manualBackupDays} days.
      </Fact>
      <Fact label="Stored on the server">
        {folder}, encrypted. {promise}
      </Fact>
      {second && (
        <Fact label="Second place">
          {second.folder}.{' '}
          {second.copiedAt ? (
            <>
              Last copied <Instant at={second.copiedAt} />.
            </>
          ) : (
            'Nothing was copied yet.'
          )}
        </Fact>
      )}
      <Fact label="Last restore test">
        {proved ? (
          <>
            <Instant at={proved} />: restored into an empty database and checked, table by table.
          </>
        ) : (
          areProved && 'None yet. After each automated backup, we restore it into an empty database and check every table.'
        )}
        {!areProved && ' Restores aren’t tested on this server, because PROVE_BACKUPS is off.'}
      </Fact>
    </dl>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-2.5 rounded-card border border-blocked bg-blocked-soft px-3.5 py-2.5 text-ink">
    <CircleAlert className="mt-px size-[18px] shrink-0 text-blocked" />
    <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
  </p>
)

const ProofWords = ({ proof, areProved }: Pick<Backup, 'proof'> & Pick<Backups, 'areProved'>) => {
  if (!proof) {
    const [Icon, words] = areProved ? ([Clock, 'Not tested yet'] as const) : ([CircleMinus, 'Not tested'] as const)
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-soft">
        <Icon className="size-4" />
        {words}
      </span>
    )
  }
  const [Icon, look] = proof.failure === null ? ([CircleCheck, 'text-note'] as const) : ([CircleX, 'text-blocked'] as const)
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <span className="min-w-0">
        {proof.failure ?? (
          <>
            Restore tested <Instant at={proof.at} />
          </>
        )}
      </span>
    </span>
  )
}

const KIND_WORDS = { daily: 'Automated', manual: 'Manual' } as const

const Row = ({ backup, areProved }: { backup: Backup } & Pick<Backups, 'areProved'>) => {
  const download = useDownloadBackup()
  const { name, kind, at, bytes, milliseconds, proof } = backup
  return (
    <li className="grid grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1.6fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-b-0 small:grid-cols-[minmax(0,1fr)_auto]">
      <span className="font-semibold">
        <Instant at={at} /> <span className="font-normal text-ink-soft">{KIND_WORDS[kind]}</span>
      </span>
      <span className="text-ink-soft tabular small:order-3 small:col-span-2">
        {sizeWords(bytes)}
        {milliseconds !== null && <>, took {durationWords(milliseconds)}</>}
      </span>
      <span className="small:order-4 small:col-span-2">
        <ProofWords proof={proof} areProved={areProved} />
      </span>
      <Button
        size="sm"
        aria-label={`Download ${name}`}
        icon={<Download className="size-4" />}
        busy={download.isPending}
        onClick={() =>
          void report(() => download.mutateAsync(name), {
            failed: (reason) => ({ title: 'Failed to download the backup', description: reason }),
          })
        }
      >
        Download
      </Button>
    </li>
  )
}

/** Number of backups shown before the list is expanded. */
const FIRST = 5

const List = ({ kept }: { kept: Backups }) => {
  const { backups, areProved } = kept
  const [showsAll, setShowsAll] = useState(false)
  if (backups.length === 0)
    return (
      <EmptyState
        title="No backups yet"
        description="The first one runs at the scheduled time. To make one now, choose Create Backup Now."
      />
    )
  return (
    <>
      <ul aria-label="Backups" className="grid">
        {(showsAll ? backups : backups.slice(0, FIRST)).map((backup) => (
          <Row key={backup.name} backup={backup} areProved={areProved} />
        ))}
      </ul>
      {backups.length > FIRST && (
        <Button variant="ghost" size="sm" className="justify-self-start" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${backups.length}`}
        </Button>
      )}
    </>
  )
}

const BackupList = ({ kept }: { kept: Backups }) => {
  const { failure, second } = kept
  const failed = failedProofOf(kept)
  return (
    <>
      {failure && (
        <Warning>
          The automated backup on <Instant at={failure.at} /> failed. We’ll try again. {failure.words}
        </Warning>
      )}
      {second?.failure && (
        <Warning>
          Copying backups to the second place failed on <Instant at={second.failure.at} />. The backups here are fine. We’ll try again.{' '}
          {second.failure.words}
        </Warning>
      )}
      {failed && (
        <Warning>
          The backup from <Instant at={failed.at} /> couldn’t be restored. {failed.proof?.failure}
        </Warning>
      )}
      <Facts kept={kept} />
      <List kept={kept} />
    </>
  )
}

/** Lists the backups and their test restores, and lets admins create new backups. */
export const BackupsPanel = () => {
  const headingId = useId()
  const { data: kept, error, isFetching, refetch } = useBackups()
  const create = useCreateBackup()
  const createNow = () =>
    report(() => create.mutateAsync(), {
      done: ({ filename }) => ({ title: `Backup created: ${filename}` }),
      failed: (reason) => ({ title: `Backup failed: ${reason}` }),
    })
  return (
    <section aria-labelledby={headingId} className="grid gap-4 rounded-dialog border border-line bg-surface px-5.5 py-5 shadow-card">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={headingId} className="text-heading">
            Database Backups
          </h2>
          <p className="text-ink-soft">Everything in one encrypted file that you can restore here or on another machine.</p>
        </div>
        <Button
          variant="solid"
          icon={<DatabaseBackup className="size-4" />}
          busy={create.isPending || kept?.isUnderWay}
          onClick={() => void createNow()}
        >
          Create Backup Now
        </Button>
      </header>
      {kept ? (
        <BackupList kept={kept} />
      ) : error ? (
        <ErrorState title="Couldn’t load backups" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingPlace label="Loading backups..." className="min-h-40" />
      )}
    </section>
  )
}
