/** Contains files of real programs for several tests. */
export const OUTLOOK = `"Subject","Start Date","Start Time","End Date","End Time","All day event","Reminder on/off","Categories","Description","Location","Private"
"Board meeting","3/2/2026","9:00:00 AM","3/2/2026","10:30:00 AM","False","True","Work","Bring the figures.
Coffee is there.","Room 1","False"
"Spring holidays","4/13/2026","12:00:00 AM","4/18/2026","12:00:00 AM","True","False","","","","False"
`;

export const GERMAN =
  '\uFEFFTitel;Beginnt am;Beginnt um;Endet am;Endet um\r\nSitzung;02.03.2026;09:00;02.03.2026;10:30\r\n';

/** Names a file by its format, as a user would. */
export const nameOf = (text: string) =>
  `a.${/^BEGIN:/.test(text) ? 'ics' : /^[[{\n]/.test(text) ? 'json' : text.startsWith('<') ? 'xml' : 'csv'}`;
