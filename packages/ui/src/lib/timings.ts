/** The spec's times in milliseconds and distances in CSS pixels. */
export const timings = {
  toast: 2500,
  errorToast: 2000,
  dialog: 300,
  passwordClose: 100,
  buttonThrottle: 800,
  pullThreshold: 40,
  scrollThreshold: 10,
} as const;
