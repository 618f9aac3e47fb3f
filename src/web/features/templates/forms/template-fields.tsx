/** Form fields shared by the template dialogs. */

import type { TemplateOptions } from '#shared/templates/contract.ts'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'

type TemplateTextFieldProps = {
  label: 'Template name' | 'Title'
  value: string
  error: string | undefined
  /** Says what happens if the field stays empty. Omit it for a required field. */
  placeholder?: string
  className?: string
  onChange: (value: string) => void
}

export const TemplateTextField = ({ label, value, error, placeholder, className, onChange }: TemplateTextFieldProps) => (
  <Field label={label} error={error} className={className}>
    {(wiring) => (
      <TextInput
        {...wiring}
        maxLength={200}
        autoComplete="off"
        required={placeholder === undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

type TemplateOptionsFieldsProps = { options: TemplateOptions; className: string; onChange: (options: TemplateOptions) => void }

/** Chooses whether a template includes descriptions and alerts, in addition to titles and times. */
export const TemplateOptionsFields = ({ options, className, onChange }: TemplateOptionsFieldsProps) => (
  <div className={className}>
    <Checkbox
      label="Include lesson descriptions"
      checked={options.includeDescriptions}
      onChange={(event) => onChange({ ...options, includeDescriptions: event.target.checked })}
    />
    <Checkbox
      label="Include alerts"
      checked={options.includeAlerts}
      onChange={(event) => onChange({ ...options, includeAlerts: event.target.checked })}
    />
  </div>
)
