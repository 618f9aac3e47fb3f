/**
 * For `test.fails`, which marks a known fault of the product: only a failed assertion counts as the fault. Any other error is the
 * test's own, and makes `test.fails` report it as a test that did not fail.
 */
export const byAssertion = (prove: () => Promise<void>) => async (): Promise<void> => {
  try {
    await prove()
  } catch (error) {
    if ((error as Error).name === 'AssertionError') throw error
    process.stderr.write(`${(error as Error).stack}\n`)
  }
}
