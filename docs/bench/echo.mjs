// An adapter that answers at once: what is left of a run is the runner.
let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', chunk => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  let out = ''
  for (const line of lines) {
    const request = JSON.parse(line)
    if (request.cmd === 'run') out += `{"id":${request.id},"result":null}\n`
    else if (request.cmd === 'hello') {
      const known = { name: 'echo', version: '1', language: 'javascript' }
      out += JSON.stringify({ protocol: 1, implementation: known, profiles: [] }) + '\n'
    }
  }
  process.stdout.write(out)
})
