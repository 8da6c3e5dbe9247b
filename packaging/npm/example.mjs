import { cases, version } from 'toolwire-corpus';

const all = [...cases()];
for (const { id, input, expect } of all.filter((one) => one.op === 'carrier.image_refs')) {
  // Here you would compare your own imageRefs(input.role, input.content) with expect.result.
  console.log(id, input, expect);
}
console.log(`${all.length} cases of corpus ${version}`);
