import { useState } from 'react'
import { formatTimes } from '#shared/dates.ts'
import { bellTimesIn } from '#web/features/timetables/grid/pasting.ts'
import type { Times } from '#web/features/timetables/model/grid.ts'
import { pastedCells } from '#web/features/timetables/paste/cells.ts'
import { counted } from '#web/lib/counted.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

type BellTimesDialogProps = { rows: number; timeFormat: '12' | '24'; onUse: (times: readonly Times[]) => void; onClose: () => void }

/** Reads pasted bell times, one row per line. */
export const BellTimesDialog = ({ rows, timeFormat, onUse, onClose }: BellTimesDialogProps) => {
  const [text, setText] = useState('')
  const { cells, problem } = pastedCells(text)
  const times = bellTimesIn(cells ?? []).slice(0, rows)
  const use = () => {
    onUse(times)
    onClose()
  }
  return (
    <FormDialog
      title="Paste bell times"
      description="One line per row of your week, such as 8:10-8:30. Lines without a time are skipped."
      submitLabel={times.length > 0 ? `Use ${counted(times.length, 'time')}` : 'Use times'}
      isReady={times.length > 0}
      onSubmit={use}
      onClose={onClose}
    >
      <Field label="Bell times" error={problem ?? undefined} hint={times.map((one) => formatTimes(one, timeFormat)).join(', ')}>
        {(wiring) => <TextArea {...wiring} rows={8} spellCheck={false} value={text} onChange={({ target }) => setText(target.value)} />}
      </Field>
    </FormDialog>
  )
}
