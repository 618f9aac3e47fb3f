/** Whether this is `npm run test:all`: kill loops, crowds, models and event orders run at their full size. */
export const isFullSize = process.env['TEST_SIZE'] === 'full'
