;; Open a.py of the working directory, tell what is shown, fix on save as docs/editors.md has it.
(package-activate-all) ; Emacs 28 has eglot as a package, such as Debian's elpa-eglot
(unless (require 'eglot nil t)
  (princ "eglot is not installed")
  (kill-emacs))
(require 'python)
(require 'flymake)
(setq eglot-sync-connect 20 eglot-autoreconnect nil)
(setq project-find-functions (list (lambda (folder) (cons 'transient (expand-file-name folder)))))
(find-file "a.py")
(python-mode)
(apply #'eglot--connect
       (list '(python-mode) (project-current) 'eglot-lsp-server
             (list (getenv "JAXLINT_PYTHON") "-m" "jaxlint" "server") "python"))
(let ((rounds 0))
  (while (and (< rounds 400) (null (flymake-diagnostics)))
    (accept-process-output nil 0.05)
    (when (= 0 (mod rounds 20)) (flymake-start))
    (setq rounds (1+ rounds))))
(dolist (one (flymake-diagnostics))
  (princ (format "SHOWN %s %s\n" (line-number-at-pos (flymake-diagnostic-beg one)) (flymake-diagnostic-text one))))
(goto-char (point-min))
(search-forward "\"x is\", ")
(princ (format "HOVER %s\n"
               (plist-get (plist-get (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                                      (eglot--TextDocumentPositionParams))
                                     :contents)
                          :value)))
(defun jaxlint-fix-all ()
  (let ((eglot-confirm-server-initiated-edits nil))
    (mapc (lambda (action) (eglot--apply-workspace-edit (plist-get action :edit)))
          (jsonrpc-request
           (eglot--current-server-or-lose) :textDocument/codeAction
           (list :textDocument (eglot--TextDocumentIdentifier)
                 :range (list :start (eglot--pos-to-lsp-position (point-min))
                              :end (eglot--pos-to-lsp-position (point-max)))
                 :context (list :diagnostics [] :only ["source.fixAll.jaxlint"]))))))
(add-hook 'before-save-hook #'jaxlint-fix-all nil t)
(set-buffer-modified-p t)
(save-buffer)
(eglot-shutdown (eglot--current-server-or-lose))
