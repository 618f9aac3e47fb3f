/** The teacher's changes of classes. Each function shows the outcome in a toast with Undo. */
import type { ClassChange, SchoolClass } from '#shared/classes/contract.ts'
import { freeColor } from '#shared/classes/rules.ts'
import { newUuid } from '#web/lib/uuid.ts'
import { report } from '#web/ui/report.ts'
import * as calls from './changes/data.ts'

/** Returns a new class with a color that no other class has, if there is one. It comes last in the teacher's order. */
export const newClass = (name: string, classes: readonly SchoolClass[], more: Partial<SchoolClass> = {}): SchoolClass => ({
  id: newUuid(),
  name: name.trim(),
  color: freeColor(classes),
  room: '',
  staysOnItsDay: false,
  order: classes.reduce((last, { order }) => Math.max(last, order + 1), 0),
  ...more,
})

/** Creates a class. Returns whether it succeeded. */
export const createClass = (created: SchoolClass): Promise<boolean> =>
  report(() => calls.createClass(created), {
    done: (stored) => ({
      title: 'Class created',
      description: stored.name,
      action: { label: 'Undo', onPress: () => void deleteClass(stored) },
    }),
    failed: (reason) => ({ title: 'Failed to create the class', description: reason }),
  })

/** Changes a class. Returns whether it succeeded. */
export const changeClass = (before: SchoolClass, change: ClassChange): Promise<boolean> =>
  report(() => calls.changeClass(before, change), {
    done: (after) => {
      const undone = Object.fromEntries(Object.keys(change).map((field) => [field, before[field as keyof ClassChange]])) as ClassChange
      return {
        title: 'Class changed',
        description: after.name,
        action: { label: 'Undo', onPress: () => void changeClass(after, undone) },
      }
    },
    failed: (reason) => ({ title: 'Failed to change the class', description: reason }),
  })

/** Deletes a class. Its lessons stay, without a class. Returns whether it succeeded. */
export const deleteClass = (gone: SchoolClass): Promise<boolean> =>
  report(() => calls.deleteClass(gone), {
    done: () => ({
      title: 'Class deleted',
      description: `The lessons of ${gone.name} are still there.`,
      // The class gets its id back, so it also gets its lessons back.
      action: { label: 'Undo', onPress: () => void createClass(gone) },
    }),
    failed: (reason) => ({ title: 'Failed to delete the class', description: reason }),
  })
