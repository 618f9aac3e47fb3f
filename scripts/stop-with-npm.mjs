/**
 * Ends this process when the npm process that started it ends. npm runs scripts through a shell and forwards signals only to that shell,
 * which dies without forwarding them. Otherwise the server would keep running and hold on to its port and data folder.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
