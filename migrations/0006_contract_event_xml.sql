-- Services of the version before select this column; since then formats render XML from the event's fields.

ALTER TABLE event DROP COLUMN xml;
DROP FUNCTION event_xml_text(text);
