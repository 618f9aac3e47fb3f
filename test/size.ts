/** True for `npm run test:all`, which runs kill loops, crowds, models and event orders at full size. */
export const isFullSize = process.env['TEST_SIZE'] === 'full'
