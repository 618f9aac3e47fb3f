import { FileUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { type Given, type Source, sizeInWords } from './read-source.ts'
import type { Import } from './use-import.ts'

const CHOOSE = <FileUp className="size-4" />
/** Longer text is shown as its first lines, because the browser is slow with it in a field. */
const MOST_TYPED = 100_000
const FIRST_CHARACTERS = 600

const ACCEPTED: Record<Source, string> = {
  ics: '.ics,.ical,text/calendar',
  csv: '.csv,.tsv,.txt,text/csv,text/tab-separated-values',
  text: '.docx,.txt,.md,text/plain',
  firstbell: '.zip,application/zip',
}
const ABOUT_FILE: Record<Source, string> = {
  ics: 'Drop an .ics file here. Google: Settings, Import & export. Outlook: Save calendar. Apple: File, Export.',
  csv: '',
  text: '',
  firstbell: 'Drop the .zip here. In the other account, choose Export My Data under Account, Your Data.',
}

/** Opens the browser's file chooser. */
const FileButton = ({ source, words, onFile }: { source: Source; words: string; onFile: (file: File) => void }) => {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={ACCEPTED[source]}
        aria-label="File to bring in"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Otherwise, choosing the same file again wouldn't fire a change event.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button size="sm" icon={CHOOSE} onClick={() => chooser.current?.click()}>
        {words}
      </Button>
    </>
  )
}

/** A file, or text that is too long to edit, with its first lines. */
const GivenCard = ({ given, onDrop }: { given: Given; onDrop: () => void }) => {
  const { name, kind, bytes, content } = given
  const isText = kind !== 'docx' && kind !== 'firstbell'
  return (
    <div className="rounded-control border border-line-control bg-surface">
      <div className="flex items-center gap-2 py-1 pr-1 pl-3">
        <span className="min-w-0 flex-1">
          <b className="block truncate text-label font-semibold">{name ?? 'Pasted text'}</b>
          <span className="block text-caption text-ink-soft">{sizeInWords(bytes)}</span>
        </span>
        <IconButton label={`Remove ${name ?? 'the text'}`} variant="ghost" onClick={onDrop}>
          <Trash2 className="size-4" />
        </IconButton>
      </div>
      {isText && (
        <pre
          aria-hidden="true"
          className="max-h-[104px] overflow-hidden border-t border-line px-3 py-2 font-mono text-small leading-[17px] text-ink-soft mask-b-from-60%"
        >
          {content.slice(0, FIRST_CHARACTERS)}
        </pre>
      )}
    </div>
  )
}

/** The rows, text or file of the chosen source. */
export const GivenField = ({ bring }: { bring: Import }) => {
  const { source, given, refused, takeFile, takeText, drop } = bring
  const isPasted = useRef(false)
  const isTyped = source === 'csv' || source === 'text'
  const isCard = given !== undefined && (given.name !== null || given.content.length > MOST_TYPED)
  const label = source === 'csv' ? 'Your rows' : 'Your text'
  const choose = (words: string) => <FileButton source={source} words={words} onFile={(file) => void takeFile(file)} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isCard && <GivenCard given={given} onDrop={drop} />}
      {isTyped && !isCard && (
        <Field label={label}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={5}
              wrap={source === 'csv' ? 'off' : 'soft'}
              spellCheck={false}
              placeholder={
                source === 'csv'
                  ? 'Date\tStart\tEnd\tSubject\tPlan\n11/30\t8:00\t8:20\tMorning Meeting\tWelcome back'
                  : 'Monday, November 30\n8:00–8:20 Morning Meeting\nWelcome back. Weather share.'
              }
              className={source === 'csv' ? 'font-mono text-small! leading-[17px]! [tab-size:10] touch:text-large!' : ''}
              value={given?.content ?? ''}
              onPaste={() => {
                isPasted.current = true
              }}
              onChange={({ target }) => {
                if (target.value === '') drop()
                else takeText(target.value, isPasted.current)
                isPasted.current = false
              }}
            />
          )}
        </Field>
      )}
      {!isTyped && !isCard && (
        <p className="rounded-control border border-dashed border-line-strong px-3 py-4 text-center text-label text-ink-soft">
          {ABOUT_FILE[source]}
        </p>
      )}
      {refused && (
        <p role="alert" className="text-label [overflow-wrap:anywhere] font-medium text-blocked">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-caption text-ink-soft">
        {choose(isCard ? 'Choose another file…' : 'Choose a file…')}
        {!isCard && isTyped && <span>or drop it here.</span>}
      </div>
    </div>
  )
}
