/** Who has touched nothing for so long is away. */
const awayAfterMs = 60_000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let touchedAt = Date.now();

/** What a member does with the page, from here on. */
export function watchAttendance(): void {
  for (const touch of touches)
    window.addEventListener(touch, () => void (touchedAt = Date.now()), { capture: true, passive: true });
}

/** True while the page asks by itself: such a call keeps no session open. */
export const isUnattended = (): boolean => Date.now() - touchedAt >= awayAfterMs;
