import { type BlockDraft, type DraftProblems, withStart } from '#web/features/calendar/model/block-draft.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

type BlockTimeFieldsProps = {
  draft: BlockDraft
  problems: DraftProblems
  /** Minutes that a lesson which is being made lasts; null for one that exists, whose end stays. */
  duration: number | null
  onChange: (draft: BlockDraft) => void
}

/** What a time block is called, and from when to when it is. */
export const BlockTimeFields = ({ draft, problems, duration, onChange }: BlockTimeFieldsProps) => (
  <div className="grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr]">
    <Field label="Title" error={problems.title} className="max-sm:col-span-2">
      {(wiring) => (
        <TextInput
          {...wiring}
          autoFocus={duration !== null}
          name="title"
          maxLength={200}
          autoComplete="off"
          required
          value={draft.title}
          onChange={(event) => onChange({ ...draft, title: event.target.value })}
        />
      )}
    </Field>
    <Field label="Start" error={problems.startTime}>
      {(wiring) => (
        <TextInput
          {...wiring}
          type="time"
          name="startTime"
          required
          value={draft.startTime}
          onChange={(event) => onChange(withStart(draft, event.target.value, duration))}
        />
      )}
    </Field>
    <Field label="End" error={problems.endTime}>
      {(wiring) => (
        <TextInput
          {...wiring}
          type="time"
          name="endTime"
          required
          value={draft.endTime}
          onChange={(event) => onChange({ ...draft, endTime: event.target.value })}
        />
      )}
    </Field>
  </div>
)
