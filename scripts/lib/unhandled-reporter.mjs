// vitest's JSON leaves out what was thrown outside of any test: without this a run is red and names nothing.
import { writeFileSync } from 'node:fs';

export default class UnhandledReporter {
  onInit(vitest) {
    this.file = vitest.config.outputFile.json.replace(/\.json$/, '-unhandled.json');
  }

  onTestRunEnd(_modules, errors) {
    const lines = errors.map((error) => error.stack ?? error.message ?? 'unknown');
    writeFileSync(this.file, JSON.stringify(lines));
  }
}
