/** Tests toggling a switch again before the server has responded. The stored setting must end up matching the switch. */
import { describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db } from '../app.ts'
import { inPage, screen, waitFor } from '../page.tsx'
import { network, type Person } from '../tab.ts'
import { fill, openWeek, theDialog } from './week.tsx'

inPage()

type User = Awaited<ReturnType<typeof openWeek>>
const untutored = async <P extends Person>(person: P): Promise<P> => {
  await call('PATCH', '/api/user', { token: person.token, body: { showTutorial: false } })
  return person
}
const runFromPalette = async (user: User, words: string) => {
  await user.keyboard('{Control>}k{/Control}')
  fill(await screen.findByLabelText('Search lessons, commands, or dates'), words)
  // Until the command is there, the list offers to add a lesson with this title.
  await screen.findByRole('option', { selected: true, name: new RegExp(`^(?!.*called “).*${words}`, 'i') })
  await user.keyboard('{Enter}')
}
const theSwitch = () => screen.findByRole('switch', { name: 'Include my student notes' })
const isOn = async () => (await theSwitch()).getAttribute('aria-checked') === 'true'

const CASES = {
  'for a colleague': async () => {
    const [maya, ben] = [await untutored(await aTeacher(db, { now: clock() })), await aTeacher(db, { now: clock() })]
    const invite = { token: maya.token, body: { collaboratorEmail: ben.email } }
    const { id } = (await call('POST', '/api/collaboration/invite', invite)).body
    await call('POST', `/api/collaboration/accept/${id}`, { token: ben.token })
    const user = await openWeek(maya)
    await runFromPalette(user, 'collaboration')
    await user.click(await (await theDialog('Collaboration')).findByRole('tab', { name: /^Sent/ }))
    const kept = async () => (await call('GET', '/api/collaboration/outbound-invites', { token: maya.token })).body[0].includesStudentNotes
    return { user, kept }
  },
  'for a school': async () => {
    const maya = await untutored(await aMember(db, await aSchoolWith(db, { now: clock() }), { now: clock() }))
    const user = await openWeek(maya)
    await runFromPalette(user, 'preferences')
    await user.click(await screen.findByRole('tab', { name: 'School' }))
    const kept = async () => (await call('GET', '/api/school', { token: maya.token })).body.school.includesStudentNotes
    return { user, kept }
  },
}

/** Delays the next changes until the returned function is called. */
const holdUp = (changes: number): (() => void) => {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  network.gates.push(...Array(changes).fill(held))
  return letGo
}

describe.each(Object.entries(CASES))('the switch for student notes %s', (_, begin) => {
  test('toggled twice with a slow first request is off on the page and on the server', async () => {
    const { user, kept } = await begin()
    network.arrived.length = 0
    const letGo = holdUp(1)
    await user.click(await theSwitch())
    expect(await isOn()).toBe(true)
    await user.click(await theSwitch())
    expect(await isOn()).toBe(false)
    letGo()
    await waitFor(() => expect(network.arrived.filter((change) => change.startsWith('PATCH'))).toHaveLength(2))
    expect([await kept(), await isOn()]).toEqual([false, false])
  })

  test('toggled twice while the server is unreachable is unchanged', async () => {
    const { user, kept } = await begin()
    const letGo = holdUp(2)
    network.mishaps.push('unsent', 'unsent')
    await user.click(await theSwitch())
    await user.click(await theSwitch())
    letGo()
    await waitFor(() => expect(network.mishaps).toEqual([]))
    await screen.findByText('Failed to update sharing')
    await waitFor(async () => expect(await isOn()).toBe(false))
    expect(await kept()).toBe(false)
  })
})
