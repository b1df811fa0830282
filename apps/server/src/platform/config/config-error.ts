/** A configuration that would be unsafe or makes no sense; the message says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
