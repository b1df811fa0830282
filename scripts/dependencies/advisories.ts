type Severity = 'info' | 'low' | 'moderate' | 'high' | 'critical';

/** `npm audit --json`: version 2 of its report, or an error of the registry. */
export interface AuditReport {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { severity: Severity; via: (string | { url: string; title: string })[] }>;
}

/** An advisory that does not concern the product, for a reason that holds up to a day. */
export interface AcceptedAdvisory {
  url: string;
  reason: string;
  /** `2026-12-31`; from the next day on it is a finding again. */
  until: string;
}

export type AuditResult = { outcome: 'checked'; findings: string[] } | { outcome: 'not checked'; why: string };

/** Below this no release is held back. */
const tooLow: readonly Severity[] = ['info', 'low'];

/** Advisories against what runs in production. A registry that does not answer is said, never taken for "none". */
export function readAudit(output: string, accepted: readonly AcceptedAdvisory[], today: string): AuditResult {
  const report = parse(output);
  if (report?.auditReportVersion !== 2 || report.vulnerabilities === undefined)
    return { outcome: 'not checked', why: 'the registry answers no question for advisories' };
  const valid = new Set(accepted.filter(({ until }) => until >= today).map(({ url }) => url));
  const findings = Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => !tooLow.includes(severity))
    .flatMap(([name, { severity, via }]) =>
      // A text names another package of the report, which has its own entry.
      via
        .filter((one) => typeof one !== 'string')
        .filter(({ url }) => !valid.has(url))
        .map(({ url, title }) => `${name} ${severity}: ${title} (${url})`),
    );
  return { outcome: 'checked', findings };
}

function parse(output: string): AuditReport | null {
  try {
    return JSON.parse(output) as AuditReport;
  } catch {
    return null;
  }
}
