-- A small picture of an image file, which the page makes when it adds the file. It is a column instead of a stored file: it is a few
-- kB, comes with the list of files, and needs no policies, signed addresses or removal of its own.
alter table public.workspace_attachments
  add column thumbnail text constraint workspace_attachments_thumbnail check (
    char_length(thumbnail) <= 8192
    -- Formats that contain no code.
    and thumbnail ~ '^data:image/(webp|jpeg);base64,[A-Za-z0-9+/]+={0,2}$'
  );
grant insert (thumbnail) on public.workspace_attachments to authenticated;
