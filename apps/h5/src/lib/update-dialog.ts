/** Whether the update dialog is open; popups wait for it. */
export const updateDialog = { isOpen: false };
