-- Open a.py of the working directory, tell what is shown, fix on save as docs/editors.md has it, and tell again.
local function out(...)
  io.stdout:write(table.concat({ ... }, " ") .. "\n")
end
local function tell(word)
  for _, one in ipairs(vim.diagnostic.get(0)) do
    out(word, one.lnum + 1, tostring(one.code))
  end
end

vim.cmd("edit a.py")
local client = vim.lsp.start_client({ name = "jaxlint", cmd = { vim.env.JAXLINT_PYTHON, "-m", "jaxlint", "server" }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 50)
tell("SHOWN")
local where = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 5, character = 18 } }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/hover", where, 20000) or {}) do
  out("HOVER", (answer.result.contents.value:gsub("\n", " ")))
end
vim.api.nvim_create_autocmd("BufWritePre", {
  pattern = "*.py",
  callback = function()
    local params = vim.lsp.util.make_range_params()
    params.context = { only = { "source.fixAll.jaxlint" }, diagnostics = {} }
    for id, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 20000) or {}) do
      for _, action in ipairs(answer.result or {}) do
        vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(id).offset_encoding)
      end
    end
  end,
})
vim.cmd("write")
vim.wait(20000, function() return #vim.diagnostic.get(0) == 1 end, 50)
tell("LEFT")
vim.cmd("qall!")
