/** True for `npm run test:all`, where kill loops, crowds, models and event orders run at full size. */
export const isFullSize = process.env['TEST_SIZE'] === 'full'
