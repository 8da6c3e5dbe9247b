// Reads [{"Expression": …, "Words": […]}, …] and writes for each word null or the named groups of its match.
let text = "";
for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
const answers = JSON.parse(text).map(({ Expression, Words }) => {
  const compiled = new RegExp(Expression, "u");
  return Words.map((word) => {
    const match = compiled.exec(word);
    // A group that took no part is undefined, which JSON leaves out.
    return match && Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, text ?? null]));
  });
});
process.stdout.write(JSON.stringify(answers));
