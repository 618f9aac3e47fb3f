/**
 * Stops with one line on a Node too old to run Firstbell. Imported before anything else, and written so that such an
 * old Node can still read it.
 */
var wanted = [20, 19]
var found = process.versions.node.split('.').map(Number)

if (found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1])) {
  console.error('Firstbell needs Node ' + wanted.join('.') + ' or newer; this is Node ' + process.versions.node + '.')
  process.exit(1)
}
