/** True for `npm run test:all`, which runs the kill-loop, crowd, model and event-order tests at full size. */
export const isFullSize = process.env['TEST_SIZE'] === 'full'
