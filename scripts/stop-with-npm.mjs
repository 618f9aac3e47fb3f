/**
 * Ends this process when the npm that started it is gone. npm runs a script through a shell, and the shell dies of the
 * signal that npm passes to it without passing it on: the server would stay behind and keep its port and its folder.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
